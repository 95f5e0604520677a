-- What statistics keep of a match that is over (`match/studies.py`): it is reviewed once, in the background, and never again
-- unless it has changed since. `seal`: matches with the same seal have the same dice, which count once.
create table study (
    match text primary key references match (id) on delete cascade,
    version integer not null,
    spec text not null,
    rules text not null,
    seal text not null,
    left_out integer not null,
    readable integer not null
) without rowid;

create index study_by_seal on study (seal, match);

create table person_study (
    match text not null references match (id) on delete cascade,
    seat integer not null,
    person text not null,
    games integer not null,
    start real not null,
    luck real not null,
    loss real not null,
    decisions integer not null,
    mistakes integer not null,
    exact integer not null,
    unknown integer not null,
    places text not null,
    primary key (match, seat)
) without rowid;

create index person_study_by_person on person_study (person, match);

-- `numbers` is one flat object, so that SQLite adds up the draws of very many matches by itself.
create table draw_tally (
    match text not null references match (id) on delete cascade,
    kind text not null,
    typed integer not null,
    numbers text not null,
    primary key (match, kind, typed)
) without rowid;

-- Matches that are over and have not been looked at, or have changed since; whoever writes a match enters it here by this.
create table unstudied (match text primary key references match (id) on delete cascade) without rowid;

insert into unstudied (match) select match from listed where open = 0;

create trigger study_what_is_over after insert on listed when new.open = 0 begin
    insert or ignore into unstudied (match) values (new.match);
end;

create trigger study_what_has_changed after update on listed
when new.open = 0 and (old.open <> 0 or new.summary <> old.summary) begin
    insert or ignore into unstudied (match) values (new.match);
end;

-- Every game that a person has played to its end, so that best and average are looked up and not worked out from matches. The
-- terminal's matches are files, so a score refers to none; those of a match that is forgotten go with it.
create table score (
    match text not null,
    game integer not null,
    seat integer not null,
    rules text not null,
    person text not null,
    points integer not null,
    stamp integer not null,
    primary key (match, game, seat)
) without rowid;

create index score_by_person on score (rules, person, points);
create index result_by_person on result (rules, person, points);

-- Matches of before scores were kept: each is read once, by the next server.
create table unscored (match text primary key) without rowid;

insert into unscored (match) select id from match;

create trigger scores_of_a_forgotten_match after delete on match begin
    delete from score where match = old.id;
    delete from unscored where match = old.id;
end;

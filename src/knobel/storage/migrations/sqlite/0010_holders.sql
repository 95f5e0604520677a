-- Whose things are whose. A holder is known by the hash of a device's secret; '' is the owner of this installation, to whom all of
-- before belongs. A seat without a line in `seat_holder` is held by whoever made the match.
alter table match add column maker text not null default '';

create table seat_holder (
    match text not null references match (id) on delete cascade,
    seat integer not null,
    holder text not null,
    primary key (match, seat)
) without rowid;

-- Who may look on.
create table watcher (
    match text not null references match (id) on delete cascade,
    holder text not null,
    primary key (match, holder)
) without rowid;

-- In whose lists a match is: of all who made it or sit there.
create table at_table (
    match text not null references match (id) on delete cascade,
    holder text not null,
    away integer not null default 0,
    open integer not null,
    created integer not null,
    game text not null,
    primary key (match, holder)
) without rowid;

insert into at_table (match, holder, away, open, created, game) select match, '', away, open, created, game from listed;

create index at_table_in_order on at_table (holder, away, open, created, match);
create index at_table_by_game on at_table (holder, away, game, open, created, match);

-- Devices that hold things under another name than their own secret's: the owner's, or those of a device they were linked with.
create table device (
    secret text primary key,
    holder text not null,
    stamp integer not null
) without rowid;

alter table result add column holder text not null default '';
alter table score add column holder text not null default '';
alter table day_game add column holder text not null default '';
alter table person_study add column holder text not null default '';
alter table trained add column holder text not null default '';

drop index result_by_game;
drop index result_by_person;
drop index score_by_person;
drop index day_game_by_person;
drop index person_study_by_person;
drop index trained_by_person;
create index result_by_game on result (holder, game, level, stamp);
create index result_by_person on result (holder, rules, person, points);
create index score_by_person on score (holder, rules, person, points);
create index day_game_by_person on day_game (holder, person, day, part, attempt);
create index person_study_by_person on person_study (holder, person, match);
create index trained_by_person on trained (holder, person, game, stamp);

-- Two holders may each know an Ada, have the same card, and get the same position wrong.
alter table person rename to person_before;
create table person (
    holder text not null default '',
    key text not null,
    name text not null,
    colour text not null,
    picture text not null,
    stamp integer not null,
    primary key (holder, key)
) without rowid;
insert into person (key, name, colour, picture, stamp) select key, name, colour, picture, stamp from person_before;
drop table person_before;

alter table own_card rename to own_card_before;
create table own_card (
    holder text not null default '',
    id text not null,
    key text not null,
    source text not null,
    content text not null,
    stamp integer not null,
    primary key (holder, id),
    unique (holder, key)
) without rowid;
insert into own_card (id, key, source, content, stamp) select id, key, source, content, stamp from own_card_before;
drop table own_card_before;

drop index deck_by_due;
alter table deck rename to deck_before;
create table deck (
    holder text not null default '',
    person text not null,
    puzzle text not null,
    game text not null,
    position text not null,
    correct text not null,
    gap real not null,
    card text not null,
    due integer not null,
    primary key (holder, person, puzzle)
) without rowid;
insert into deck (person, puzzle, game, position, correct, gap, card, due)
select person, puzzle, game, position, correct, gap, card, due from deck_before;
drop table deck_before;
create index deck_by_due on deck (holder, person, game, due);

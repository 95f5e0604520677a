-- The games of the day that were begun here. `match` is where the match is found; like the lines of the booklets they stay when it
-- is forgotten. `attempt` counts a person's matches of one game of one day: after the first the dice are known. `over`: 0 running,
-- 1 played to the end, 2 given up.
create table day_game (
    match text primary key,
    day text not null,
    part text not null,
    spec text not null,
    person text not null,
    attempt integer not null,
    begun integer not null,
    over integer not null default 0,
    points integer,
    medal text
) without rowid;

create index day_game_by_person on day_game (person, day, part, attempt);

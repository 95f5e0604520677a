-- The lines of the challenge booklets. A result stays when its match is forgotten, so it refers to none; its key is the id of
-- the match it was reached in, and so no match can be entered twice. One written by hand has an id of its own. The rowid tells
-- the order of lines of the same second.
create table result (
    id text primary key,
    game text not null,
    level integer not null,
    version integer not null,
    rules text not null,
    person text not null,
    points integer not null,
    medal text,
    stamp integer not null,
    by_hand integer not null
);

create index result_by_game on result (game, level, stamp);

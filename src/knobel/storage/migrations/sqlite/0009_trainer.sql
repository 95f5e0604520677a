-- What people have answered in the trainer, and the positions that come back to them: those they got wrong, there or in a match that
-- was reviewed. `card` is what the scheduler knows of a position, `due` when it comes back, in seconds since 1970.
create table trained (
    person text not null,
    game text not null,
    puzzle text not null,
    correct integer not null,
    loss real not null,
    stamp integer not null
);

create index trained_by_person on trained (person, game, stamp);

create table deck (
    person text not null,
    puzzle text not null,
    game text not null,
    position text not null,
    correct text not null,
    gap real not null,
    card text not null,
    due integer not null,
    primary key (person, puzzle)
) without rowid;

create index deck_by_due on deck (person, game, due);

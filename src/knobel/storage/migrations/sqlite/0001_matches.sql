create table match (
    id text primary key,
    created text not null,
    header text not null,
    colours text not null,
    rematch_of text unique,
    over integer not null default 0
) without rowid;

-- What must not be told before the end has its own table, so no query for clients can pick it up by accident.
create table seed (
    match text primary key references match (id) on delete cascade,
    seed text not null
) without rowid;

-- (match, at) as key: two writers cannot both write the same version.
create table step (
    match text not null references match (id) on delete cascade,
    at integer not null,
    lines text not null,
    command text,
    stamp integer not null,
    primary key (match, at)
) without rowid;

create table held (
    match text primary key references match (id) on delete cascade,
    at integer not null,
    mask text not null
) without rowid;

create index match_by_state on match (over, created desc, id);

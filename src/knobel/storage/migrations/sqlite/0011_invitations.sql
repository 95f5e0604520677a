-- Tables that are shared by link. Whoever has `token` may take a free seat, whoever has `watch` may look on; `asked` is what was asked
-- for, `seats` who sits there by now (a seat without a name is free), both as JSON. The match begins when every seat is taken.
create table invitation (
    token text primary key,
    watch text not null unique,
    maker text not null,
    asked text not null,
    seats text not null,
    match text unique references match (id) on delete cascade,
    stamp integer not null
) without rowid;

create index invitation_waiting on invitation (stamp) where match is null;

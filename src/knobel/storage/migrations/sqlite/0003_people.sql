-- Everybody who plays on this installation. The key is the name as `match.events.name_key` compares names, so two people
-- cannot have one; SQLite's own lower() knows English letters only. Whoever was here before is taken over by `people.take_over`.
create table person (
    key text primary key,
    name text not null,
    colour text not null,
    picture text not null,
    stamp integer not null
) without rowid;

alter table match add column pictures text not null default '';

-- Score cards of one's own, as the TOML they were opened from. A match carries the card it is played with in its header; these are
-- kept to be chosen again, one for each key.
create table own_card (
    id text primary key,
    key text not null unique,
    source text not null,
    content text not null,
    stamp integer not null
) without rowid;

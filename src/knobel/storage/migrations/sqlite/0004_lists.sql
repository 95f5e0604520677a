-- What lists show of a match is kept beside it and written with the steps that change it. Lists are read in the order of
-- (open, created, match), all descending, so that a page begins where the one before ended. `away`: 0 in the list, 1 in the
-- archive, 2 thrown away, at `thrown`, until the next cleaning. `origin` is the id that the dice are sealed with: a copy of a
-- match that is kept already has the same. Matches of before get their summary when the file is next opened.
create table listed (
    match text primary key references match (id) on delete cascade,
    origin text not null,
    away integer not null default 0,
    thrown integer,
    open integer not null,
    created integer not null,
    game text not null,
    summary text not null
) without rowid;

insert into listed (match, origin, open, created, game, summary)
select id, id, 1 - over, coalesce(cast(strftime('%s', created) as integer), 0), '', '' from match;

create index listed_in_order on listed (away, open, created, match);
create index listed_by_game on listed (away, game, open, created, match);
create index listed_by_origin on listed (origin);
create index listed_unwritten on listed (match) where summary = '';
create index listed_thrown on listed (thrown) where away = 2;

-- The people of a match, to find their matches; bots are not looked for.
create table sitter (
    match text not null references match (id) on delete cascade,
    person text not null,
    away integer not null default 0,
    open integer not null,
    created integer not null,
    game text not null,
    primary key (match, person)
) without rowid;

create index sitter_in_order on sitter (person, away, open, created, match, game);

-- Whether a match is over is known of its summary now.
drop index match_by_state;
alter table match drop column over;

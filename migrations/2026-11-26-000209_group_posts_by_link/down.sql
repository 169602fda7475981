DROP TABLE story_links;

DROP TABLE insight_results, insight_parts, insight_jobs;

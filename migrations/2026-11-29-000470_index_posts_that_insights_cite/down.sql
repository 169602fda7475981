DROP INDEX insight_results_cited;

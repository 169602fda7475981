"""Reads a JSON list of texts and prints the list of their compound scores, by vaderSentiment."""

import json
import sys

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

analyzer = SentimentIntensityAnalyzer()
texts = json.load(sys.stdin.buffer)
print(json.dumps([analyzer.polarity_scores(text)["compound"] for text in texts]))

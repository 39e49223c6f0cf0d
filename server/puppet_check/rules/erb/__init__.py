"""Rules about ERB templates."""

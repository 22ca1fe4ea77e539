"""What every game is built on: rules that run on two hosts, games one can step through, boards one can look at."""

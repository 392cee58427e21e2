//! Computer players for every game at three levels.

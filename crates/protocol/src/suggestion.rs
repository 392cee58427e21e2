//! "Did you mean …?": the known word nearest to a mistyped one.

/// Returns the known word that a mistyped one most likely stands for; none if no word is near.
pub fn closest<'a>(mistyped: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let letters: String = mistyped.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    let near = letters.chars().count() / 3 + 1;
    known
        .into_iter()
        .map(|word| (strsim::levenshtein(&letters, word), word))
        .filter(|&(distance, _)| distance <= near)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

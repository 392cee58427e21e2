//! "Did you mean …?": the known word nearest to a mistyped one.

/// The known word that a mistyped one is most likely meant to be; nothing if none is near.
pub fn closest<'a>(mistyped: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 64;
    let letters: Vec<char> = mistyped.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
    let near = letters.len() / 3 + 1;
    known
        .into_iter()
        .map(|word| (distance(&letters, word), word))
        .filter(|&(distance, _)| distance <= near)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// How many letters must be added, dropped or changed to turn one word into the other.
fn distance(letters: &[char], word: &str) -> usize {
    let mut row: Vec<usize> = (0..=letters.len()).collect();
    for (above, wanted) in word.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = above + 1;
        for (index, &letter) in letters.iter().enumerate() {
            let change = diagonal + usize::from(letter != wanted);
            diagonal = row[index + 1];
            row[index + 1] = change.min(diagonal + 1).min(row[index] + 1);
        }
    }
    row[letters.len()]
}

//! Fields of a body that its reader never asks for, such as mistyped ones.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A field that the reader of a body does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownField {
    /// Where the field is, such as `players[0].nmae`.
    pub param: String,
    /// The last part of it, such as `nmae`.
    pub name: String,
    /// The fields that are known there.
    pub known: Vec<String>,
}

/// Records which fields of a body are asked for.
#[derive(Debug, Default)]
pub(crate) struct FieldRecorder {
    /// The names asked for, by the place of their object.
    asked: RefCell<BTreeMap<String, BTreeSet<String>>>,
    unknown: RefCell<Vec<UnknownField>>,
}

impl FieldRecorder {
    /// Records that the object at a place may have this field.
    pub(crate) fn asked_for(&self, place: &str, name: &str) {
        let mut asked = self.asked.borrow_mut();
        match asked.get_mut(place) {
            Some(names) => names.insert(name.to_owned()),
            None => asked.entry(place.to_owned()).or_default().insert(name.to_owned()),
        };
    }

    /// Lists the fields of an object that has been read and was not asked for them.
    pub(crate) fn finish_object<'n>(&self, place: &str, names: impl Iterator<Item = &'n String>) {
        let known = self.asked.borrow_mut().remove(place).unwrap_or_default();
        let found = names.filter(|name| !known.contains(*name)).map(|name| UnknownField {
            param: format!("{place}{name}"),
            name: name.clone(),
            known: known.iter().cloned().collect(),
        });
        self.unknown.borrow_mut().extend(found);
    }

    /// The unknown fields of all objects.
    pub(crate) fn into_unknown(self) -> Vec<UnknownField> {
        self.unknown.into_inner()
    }
}

//! The address of a game: the page at `/g/ID` with a preview for other sites, and the picture of the position at `/g/ID.svg`
//! and `/g/ID.png`.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use common::RoomId;
use protocol::rest::ApiError;
use protocol::{GameVisitor, KnownGame, Picture, ShownPosition};
use rooms::{Room, Spectators, Viewer};

use super::Api;
use super::answer::RequestFailure;
use super::known_room;
use super::preview_image;
use super::site_address::SiteAddress;
use crate::conversions::game_name;
use crate::web::{self, LinkPreview, PreviewImage, Site};

/// What an address below `/g/` names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GameAddress {
    Page(RoomId),
    Picture(RoomId, Format),
}

/// How the picture is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// The board alone, as shapes.
    Svg,
    /// The board as pixels, in the size of previews: most sites show no SVG.
    Png,
}

impl GameAddress {
    /// Reads a path; `None` if it is not of a game.
    pub(super) fn parse(path: &str) -> Option<GameAddress> {
        let name = path.strip_prefix("/g/").filter(|name| !name.is_empty() && !name.contains('/'))?;
        let room = |id: &str| RoomId(id.to_owned());
        Some(match name.rsplit_once('.') {
            Some((id, "svg")) => GameAddress::Picture(room(id), Format::Svg),
            Some((id, "png")) => GameAddress::Picture(room(id), Format::Png),
            _ => GameAddress::Page(room(name)),
        })
    }

    /// The page or the picture. A game that not everyone may watch is answered as one that does not exist; its players see it,
    /// because the app on the page has their token.
    pub(super) async fn answer(
        &self,
        api: &Api,
        headers: &HeaderMap,
        site: &Site<'_>,
    ) -> Result<Response, RequestFailure> {
        match self {
            GameAddress::Page(id) => {
                let address = SiteAddress::of(&api.context.settings, headers);
                let shown = |room: &Room| room.admits(&Viewer::ANYONE).then(|| preview(room, &address));
                let preview = known_room::read(api, id, shown).await?.flatten();
                Ok(web::game_page(site, preview.as_ref()))
            }
            GameAddress::Picture(id, format) => {
                let shown = |room: &Room| {
                    room.admits(&Viewer::ANYONE).then(|| game_name(room).visit(Drawing { room }))
                };
                let picture = known_room::read(api, id, shown).await?.flatten();
                let picture = picture.ok_or_else(|| ApiError::not_found("game"))?;
                Ok(match format {
                    Format::Svg => image("image/svg+xml", picture.svg().into_response()),
                    Format::Png => {
                        image("image/png", api.state.preview_images.png(picture).await?.into_response())
                    }
                })
            }
        }
    }
}

fn image(kind: &'static str, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));
    response
}

fn preview(room: &Room, address: &SiteAddress) -> LinkPreview {
    let [first, second] = room.seats().each_ref().map(|seat| seat.display_name.as_str());
    let url = address.game_url(room.id());
    let board = room.variant().description();
    let standing = standing(room);
    LinkPreview {
        title: format!("{first} – {second}, {}", board.name),
        image: PreviewImage {
            url: format!("{url}.png"),
            size: [preview_image::WIDTH, preview_image::HEIGHT],
            alternative: format!("The board of {}. {standing}", board.name),
        },
        description: standing,
        url,
        is_listed: room.spectators() == Spectators::Public,
    }
}

/// How the game stands, in a sentence.
fn standing(room: &Room) -> String {
    let moves = match room.history().len() {
        0 => "No move yet".to_owned(),
        1 => "One move".to_owned(),
        count => format!("{count} moves"),
    };
    match room.ending() {
        None => format!("{moves}. The game is running."),
        Some(ending) => match ending.winner {
            Some(side) => format!("{moves}. {} won.", room.seats()[side.index()].display_name),
            None => format!("{moves}. The game was drawn."),
        },
    }
}

/// Draws the position of a room.
struct Drawing<'a> {
    room: &'a Room,
}

impl GameVisitor for Drawing<'_> {
    type Output = Picture;

    fn visit<G: KnownGame>(self) -> Picture {
        let position = ShownPosition {
            board: self.room.variant().description(),
            pieces: &self.room.game().board(),
            last: self.room.history().last().map(|made| &made.play),
        };
        G::picture(&position)
    }
}

#[cfg(test)]
mod tests {
    use super::{Format, GameAddress};

    fn check(path: &str, expected: Option<GameAddress>) {
        assert_eq!(GameAddress::parse(path), expected, "{path}");
    }

    #[test]
    fn an_address_names_the_page_or_the_picture_of_one_game() {
        check("/g/room_1", Some(GameAddress::Page("room_1".into())));
        check("/g/room_1.svg", Some(GameAddress::Picture("room_1".into(), Format::Svg)));
        check("/g/room_1.png", Some(GameAddress::Picture("room_1".into(), Format::Png)));
        for other in ["/g", "/g/", "/g/room_1/x", "/games", "/x/g/room_1", "/"] {
            check(other, None);
        }
    }
}

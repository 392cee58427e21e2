// Türkçe.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "Bekleyen oyunlar",
  lobbyOnline: { other: "{count} oyuncu çevrimiçi" },
  lobbyRunning: { other: "{count} oyun sürüyor" },
  lobbyEmpty: "Şu anda bekleyen yok. Bir oyun başlatın: Diğerleri onu burada görür ve kabul edebilir.",
  lobbyAccept: "Kabul et: {name}, {game}, {time}",
  lobbyNow: "az önce",
  lobbyMinutes: { other: "{count} dakikadır" },
  lobbyAll: "Tümünü göster ({count})",
  lobbyGone: "Bu oyun artık beklemiyor. Başka bir oyun seçin ya da kendiniz bir oyun başlatın.",
  reactions: "Tepkiler",
  reactionOf: "{name}: {words}",
  reaction_hello: "Merhaba!",
  reaction_good_luck: "Bol şans!",
  reaction_well_played: "İyi oynadın!",
  reaction_thanks: "Teşekkürler!",
  reaction_oops: "Eyvah!",
  reaction_good_game: "Güzel oyundu!",
  reactionsMute: "Tepkileri gizle",
  reactionsShow: "Tepkileri göster",
} satisfies LobbyMessages;

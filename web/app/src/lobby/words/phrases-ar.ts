// العربية.
import type { LobbyMessages } from "../words.js";

export default {
  lobbyTitle: "مباريات في الانتظار",
  lobbyOnline: {
    zero: "لا لاعبين متصلين",
    one: "لاعب واحد متصل",
    two: "لاعبان متصلان",
    few: "{count} لاعبين متصلين",
    many: "{count} لاعبًا متصلًا",
    other: "{count} لاعب متصل",
  },
  lobbyRunning: {
    zero: "لا مباريات جارية",
    one: "مباراة واحدة جارية",
    two: "مباراتان جاريتان",
    few: "{count} مباريات جارية",
    many: "{count} مباراة جارية",
    other: "{count} مباراة جارية",
  },
  lobbyEmpty: "لا أحد ينتظر الآن. ابدأ مباراة: سيراها الآخرون هنا ويمكنهم قبولها.",
  lobbyAccept: "قبول: {name}، {game}، {time}",
  lobbyNow: "الآن",
  lobbyMinutes: { zero: "الآن", one: "منذ دقيقة", two: "منذ دقيقتين", few: "منذ {count} دقائق", many: "منذ {count} دقيقة", other: "منذ {count} دقيقة" },
  lobbyAll: "عرض الكل ({count})",
  lobbyGone: "لم تعد هذه المباراة تنتظر. اختر غيرها أو ابدأ مباراتك.",
  reactions: "التفاعلات",
  reactionOf: "{name}: {words}",
  reaction_hello: "مرحبًا!",
  reaction_good_luck: "حظًا موفقًا!",
  reaction_well_played: "أحسنت اللعب!",
  reaction_thanks: "شكرًا!",
  reaction_oops: "يا إلهي!",
  reaction_good_game: "مباراة جميلة!",
  reactionsMute: "إخفاء التفاعلات",
  reactionsShow: "إظهار التفاعلات",
} satisfies LobbyMessages;

import type { Words } from "../en.ts";
import { amounts } from "./amounts.ts";

const { credits } = amounts;

export const forms: Words["forms"] = {
  save: "保存",
  makeIt: "作成",
  key: {
    title: "APIキー",
    note: "このフォームはあなただけに表示されています。キーはクレジットを使わずに確認し、暗号化して保存します。",
    label: "APIキー",
    hint: "動画サービスのダッシュボードにあります",
  },
  makeVideo: "動画を作成",
  creditsAreTaken: "クレジットは動画の開始時に引かれ、失敗した場合は返却されます。",
  newVideo: "新しい動画を作成します。クレジットは開始時に引かれ、失敗した場合は返却されます。",
  edit: "編集して作成",
  pictureAgain: "画像をもう一度追加",
  risk: (atMost) => `最初の動画に最大${credits(atMost)}かかった可能性があります。今回は別に料金がかかります。`,
  prompt: "プロンプト",
  promptHint: "動画の内容",
  ratio: "縦横比",
  duration: "長さ",
  resolution: "解像度と料金",
  picture: "画像",
  address: "画像のURL",
  hints: {
    upload: "任意。動かしたい画像（5 MBまで）。",
    address: "任意。動かしたい画像のURL（https://…、5 MBまで）。",
    uploadKept: "任意。空の場合は前の画像を使います（5 MBまで）。",
    uploadEmpty: "任意。5 MBまで。",
    addressEmpty: "任意。https://…、5 MBまで。",
    gone: "前の画像はもう開けません。同じ画像か別の画像を追加してください（5 MBまで）。",
  },
};

export const choices: Words["choices"] = {
  ratio: { "16:9": "16:9（横長）", "9:16": "9:16（縦長）" },
  asPicture: "画像に合わせる",
  duration: (seconds) => `${seconds}秒`,
  resolution: (resolution, ten, fifteen) => `${resolution}（10秒：${ten}クレジット、15秒：${fifteen}クレジット）`,
  ping: {
    on: "オン",
    off: "オフ",
    channel: "オン（チャンネルにも表示）",
  },
  attach: { yes: "可能ならカードで再生", no: "リンクだけ" },
  attachInThread: "可能ならカードのスレッドで再生",
  visibility: { here: "ここの全員に表示", private: "自分だけに表示" },
  confirmAbove: {
    always: () => "毎回",
    above: (most) => `${credits(most)}を超える場合`,
    never: () => "確認しない",
  },
};

export const settings: Words["settings"] = {
  yours: "設定",
  saved: "設定を保存しました",
  note: "動画のデフォルト設定です。",
  first: "リクエストで指定したオプションが優先されます。画像の縦横比はそのまま使われます。",
  labels: {
    ratio: "縦横比",
    duration: "長さ",
    resolution: "解像度",
    ping: "通知",
    attach: "動画ファイル",
    visibility: "カードの公開範囲",
    confirm_above: "クレジットを使う前の確認",
  },
  line: (label, chosen) => `${label}：${chosen}`,
  or: "、",
  bad: (given, allowed) => `「${given}」は選択肢にありません。${allowed}から選んでください。`,
  nothingChanged: "何も変更していません",
};

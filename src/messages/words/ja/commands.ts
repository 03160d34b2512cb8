import type { CommandWords } from "../en.ts";

export const commands: CommandWords = {
  commands: {
    make_video: "テキスト、またはテキストと画像から動画を作成します",
    key: "自分のAPIキーを追加、確認、削除します",
    jobs: "自分の動画（作成中と最近のもの）と料金を表示します",
    settings: "動画のデフォルト設定を表示または変更します",
    data: "Reelayに保存されている自分のデータをダウンロードまたは削除します",
    help: "使い始め方、料金、困ったときの対処法を表示します",
  },
  subcommands: {
    set: "非公開フォームでAPIキーを追加します",
    status: "保存されているキーと、それが使えるかを確認します",
    remove: "APIキーを削除します",
    export: "Reelayに保存されている自分のデータすべてを非公開ファイルで受け取ります",
    delete: "内容を確認したうえで、すべて削除します",
  },
  options: {
    prompt: "動画の内容",
    ratio: "横長または縦長",
    duration: "動画の長さ",
    resolution: "画質と料金",
    image: "動かす画像（5 MBまで）",
    image_url: "または画像のURL（https://…、5 MBまで）",
    ping: "動画が完成したときに通知を受け取るか",
    attach: "完成した動画をカードで再生するか、リンクだけにするか",
    visibility: "動画のカードを誰に表示するか",
    confirm_above: "クレジットを使う前に、いつ確認するか",
    show: "ここにカードを表示する動画",
  },
  animate: "画像を動かす",
};

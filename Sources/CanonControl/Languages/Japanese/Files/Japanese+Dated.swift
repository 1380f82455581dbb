import CanonFiles
import CanonSession

/// Files that name a day, and what canon says of the folder that is watched for them, in Japanese.
extension Japanese {
  func dated(_ advice: DatedAdvice) -> Advice {
    switch advice {
    case .form:
      Advice(
        expected: "日付と名前（例：2026-12-06_alto.wav）",
        remedy: "年、月、日、下線、ステムの名前の順に名前を変えてください。")
    case .sameID(let id, let file):
      Advice(
        found: (file.map { "すでに\(quote($0))が使っている" } ?? "すでにセットにある") + "ステム\(quote(id))",
        expected: "ほかにない名前", remedy: "日付の後の名前を変えてください。")
    case .otherYear(let day, let year):
      Advice(
        found: day, expected: "スケジュールの年である\(year)年の日付",
        remedy: "名前の日付か、スケジュールの年を直してください。")
    case .betweenSeasons(let day, let next):
      Advice(
        found: "スケジュールの二つの季節の間の日 \(day)", expected: "季節のうちの日（その後の季節は \(next) に始まります）",
        remedy: "名前の日付を直してください。")
    case .sameBytes(let id):
      Advice(
        found: "\(quote(id))のファイルの写し", expected: "ほかにない音（閉じた音は一つのステムのものです）",
        remedy: "どちらかのファイルを削除してください。")
    case .inOneLine:
      Advice(
        found: "1行に書かれていて、canon が追加できないステムか扉",
        expected: "セットのステムごとに [[stem]] の表、扉ごとに [doors] の下の1行",
        remedy: "そのように書くか、watch = true を削除してください。")
    }
  }
}

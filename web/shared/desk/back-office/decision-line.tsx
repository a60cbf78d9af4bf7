import { dateTime } from '#web/lib/format.ts'

type DecisionLineProps = { by: string | null; at: string | null; note: string | null }

/** Who decided a case and when, and why; nothing while it is open. */
export function DecisionLine({ by, at, note }: DecisionLineProps) {
  if (at === null) return null
  return (
    <p className="text-muted wrap-anywhere whitespace-pre-line">
      {by ?? 'Se cerró solo'}, {dateTime(at)}
      {note && `: ${note}`}
    </p>
  )
}

import { cx } from './cx.ts'

type StrengthMeterProps = {
  /** 0 to 3. */
  level: number
  word: string
  advice: string
}

const colours = ['bg-err', 'bg-warn', 'bg-ok', 'bg-ok']

/** Four marks, a word and what to do: never colour alone. */
export function StrengthMeter({ level, word, advice }: StrengthMeterProps) {
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {colours.map((_, mark) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: four marks that never move.
            key={mark}
            className={cx('h-1.5 rounded-full', mark <= level ? colours[level] : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="text-sm text-muted">
        <strong>{word}.</strong> {advice}
      </p>
    </div>
  )
}

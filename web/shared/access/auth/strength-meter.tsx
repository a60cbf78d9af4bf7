import { cx } from '#web/ui/cx.ts'

import type { Strength } from './password-strength.ts'

const colours = ['bg-err', 'bg-warn', 'bg-ok', 'bg-ok']

type MeterProps = { strength: Strength | null; hint?: string | undefined }

/** Marks, word and advice. The height is reserved: a shift would make a click below miss. */
export function StrengthMeter({ strength, hint }: MeterProps) {
  const level = strength?.level ?? -1
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {colours.map((_, mark) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the four marks never change order.
            key={mark}
            className={cx('h-1.5 rounded-full', mark <= level ? colours[level] : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="min-h-[2lh] text-sm text-muted">
        {!strength && hint}
        {strength && (
          <>
            <strong>{strength.word}.</strong> {strength.advice}
          </>
        )}
      </p>
    </div>
  )
}

import { useState } from 'react'
import type { DutyShift, Roster } from '#contract/duty.ts'
import { api } from '#web/lib/api.ts'
import { serverDate } from '#web/lib/clock.ts'
import { plural, relativeDay } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { useAct } from '#web/ui/use-act.ts'
import { hoursText, type RosterLine, rosterDays } from './roster-lines.ts'

/** The next days, one below the other; hours with nobody on duty are red. */
export function RosterDays({ roster }: { roster: Roster }) {
  return (
    <CardSection title="Los próximos días">
      <ul className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2 2xl:grid-cols-3">
        {rosterDays(roster, serverDate()).map(({ day, lines }) => (
          <li key={day} className="grid gap-2">
            <h3 className="text-base">{relativeDay(day)}</h3>
            <ul className="grid gap-2">
              {lines.map((line) => (
                <Line
                  key={`${line.shift?.id ?? 'gap'} ${line.from}`}
                  line={line}
                  manages={roster.can.manage}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

function Line({ line: { from, to, shift }, manages }: { line: RosterLine; manages: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const hours = hoursText(from, to)
  return (
    <li
      className={cx(
        'grid gap-2 rounded-control border-l-4 px-3 py-2',
        shift ? 'border-bosque bg-paper' : 'border-err bg-err-soft',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <span className="tnum text-sm text-muted">{hours}</span>
          <br />
          {shift ? (
            <span className="font-semibold">
              {shift.person.name}
              {shift.isBackup ? ', respaldo' : ''}
            </span>
          ) : (
            <span className="font-semibold text-err">Nadie de guardia</span>
          )}
        </p>
        {shift && manages && !isOpen && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Quitar a ${shift.person.name}, ${relativeDay(from)} ${hours}`}
            onClick={() => setIsOpen(true)}
          >
            Quitar
          </Button>
        )}
      </div>
      {shift && isOpen && <Remove shift={shift} onCancel={() => setIsOpen(false)} />}
    </li>
  )
}

function Remove({ shift, onCancel }: { shift: DutyShift; onCancel: () => void }) {
  const remove = useAct(
    (following: boolean) => api.duty.remove({ params: { shiftId: shift.id }, body: { following } }),
    { shows: queryKeys.duty() },
  )
  return (
    <div className="grid gap-2">
      <ErrorBanner error={remove.error} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" pending={remove.isPending} onClick={() => remove.mutate(false)}>
          Quitar este turno
        </Button>
        {shift.following > 0 && (
          <Button
            variant="secondary"
            size="sm"
            pending={remove.isPending}
            onClick={() => remove.mutate(true)}
          >
            Quitar este y {plural(shift.following, 'que sigue', 'que siguen')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </div>
  )
}

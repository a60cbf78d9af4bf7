import { expect, it } from 'vitest'
import type { DutyShift } from '#contract/duty.ts'
import { hoursText, rosterDays } from './roster-lines.ts'

const shift = (startsAt: string, endsAt: string, isBackup = false): DutyShift => ({
  id: startsAt,
  person: { id: 'p', name: 'Sara G.' },
  isBackup,
  startsAt,
  endsAt,
  following: 0,
})

it('the roster cuts shifts and gaps at midnight in Bogotá and lists backups last', () => {
  const night = shift('2026-11-21T01:00:00.000Z', '2026-11-21T13:00:00.000Z')
  const backup = shift('2026-11-21T01:00:00.000Z', '2026-11-21T05:00:00.000Z', true)
  const gap = { from: '2026-11-20T13:00:00.000Z', to: '2026-11-21T01:00:00.000Z' }
  const days = rosterDays(
    { shifts: [backup, night], gaps: [gap], until: '2026-11-21T13:00:00.000Z' },
    new Date('2026-11-20T13:30:00.000Z'),
  )
  const shown = days.map(({ day, lines }) => [
    day,
    lines.map((line) => `${hoursText(line.from, line.to)} ${line.shift?.isBackup ?? 'gap'}`),
  ])
  expect(shown).toEqual([
    [
      '2026-11-20',
      [
        '8:00\u00a0a.\u00a0m. a 8:00\u00a0p.\u00a0m. gap',
        'Desde las 8:00\u00a0p.\u00a0m. false',
        'Desde las 8:00\u00a0p.\u00a0m. true',
      ],
    ],
    ['2026-11-21', ['12:00\u00a0a.\u00a0m. a 8:00\u00a0a.\u00a0m. false']],
  ])
})

it('a shift from midnight to midnight is written as the whole day', () => {
  const day = ['2026-11-20T05:00:00.000Z', '2026-11-21T05:00:00.000Z'] as const
  expect(hoursText(...day)).toBe('Todo el día')
})

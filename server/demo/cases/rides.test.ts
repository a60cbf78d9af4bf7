import { expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { wantedRides } from './demo-cases.ts'
import { chooseDrives } from './rides.ts'

it('finds different drivers for the rides of the cases at every half hour of two days', () => {
  const start = Date.parse('2026-11-20T05:00:00Z')
  for (let half = 0; half < 96; half += 1) {
    const now = new Date(start + (half * HOUR_MS) / 2)
    const { running, drives } = chooseDrives(now, wantedRides)
    const emails = [...running, ...drives].map(({ who }) => who.email)
    expect(new Set(emails).size).toBe(wantedRides.length + 2)
    // The owner of the second ride withdraws money.
    expect(drives[1]?.who.pesos, now.toISOString()).toBeGreaterThan(0)
  }
})

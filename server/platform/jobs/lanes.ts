/** Whether work runs while the clock of this process is wrong (`clock-watch.ts`). */
export type OnWrongClock = 'runs' | 'waits'

/**
 * A queue with its own workers. `width`: parallel jobs per process; larger for network waits. Lanes
 * that only tell people something run on a wrong clock; all that decide or move money wait.
 */
export type Lane = { name: string; width: number; onWrongClock: OnWrongClock }

export const defaultLane: Lane = { name: 'default', width: 4, onWrongClock: 'waits' }

/** Jobs that run when a deadline passes. */
export const deadlineLane: Lane = { name: 'deadlines', width: 4, onWrongClock: 'waits' }

/** Calls to people in an emergency, which must not wait for other jobs. */
export const alarmLane: Lane = { name: 'alarms', width: 2, onWrongClock: 'runs' }

/** Mails on their way to the mail server over one connection: one is composed while one is sent. */
export const smtpLane: Lane = { name: 'smtp', width: 2, onWrongClock: 'runs' }

/** Calls to Google and Apple for which nobody waits. */
export const providerLane: Lane = { name: 'providers', width: 1, onWrongClock: 'runs' }

export const mailLane: Lane = { name: 'mail', width: 6, onWrongClock: 'runs' }

export const pushLane: Lane = { name: 'push', width: 6, onWrongClock: 'runs' }

export const textLane: Lane = { name: 'text', width: 4, onWrongClock: 'runs' }

/**
 * Thrown by a job whose effect on an outside party is unknown. Each weighs `UNKNOWN_WEIGHT`
 * attempts, so that the effect happens at most three times.
 */
export class OutcomeUnknown extends Error {}

/** Thrown by a job that waits for an external condition: retried at `runAt`, uncounted. */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date, why: string) {
    super(why)
    this.name = 'JobPostponed'
    this.runAt = runAt
  }
}

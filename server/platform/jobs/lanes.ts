/**
 * A separate queue for some jobs: each lane has its own workers and its own claim, so that jobs
 * that wait for a slow server delay no job of another lane. `width`: jobs that run at the same time
 * in one process; more where they mostly wait for a network, and hold no database connection
 * meanwhile.
 */
export type Lane = { name: string; width: number }

export const defaultLane: Lane = { name: 'default', width: 4 }

/** Jobs that wait for an instant at which something ends by itself. */
export const deadlineLane: Lane = { name: 'deadlines', width: 4 }

/** Calling people for an emergency: waits for nothing else. */
export const alarmLane: Lane = { name: 'alarms', width: 2 }

/** Mail on its way to the mail server, over one connection: one is written, one is sent. */
export const smtpLane: Lane = { name: 'smtp', width: 2 }

/** Calls of Google and Apple that nobody waits for. */
export const providerLane: Lane = { name: 'providers', width: 1 }

/** Jobs that make mails. */
export const mailLane: Lane = { name: 'mail', width: 6 }

/** Messages to browsers, by services of the browsers' makers. */
export const pushLane: Lane = { name: 'push', width: 6 }

/** Messages to telephones. */
export const textLane: Lane = { name: 'text', width: 4 }

/**
 * Thrown by a job that must wait for something else. It is retried at `runAt`, and the attempt does
 * not count towards the limit after which a job is abandoned.
 */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date, why: string) {
    super(why)
    this.name = 'JobPostponed'
    this.runAt = runAt
  }
}

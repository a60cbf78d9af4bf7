/**
 * A separate queue for some jobs: each lane has its own workers and claims, so that jobs that wait
 * for a slow server delay no job of another lane. `width`: jobs in parallel per process; larger for
 * jobs that mostly wait for a network without a database connection.
 */
export type Lane = { name: string; width: number }

export const defaultLane: Lane = { name: 'default', width: 4 }

/** Jobs that run when a deadline passes. */
export const deadlineLane: Lane = { name: 'deadlines', width: 4 }

/** Calls to people in an emergency, which must not wait for other jobs. */
export const alarmLane: Lane = { name: 'alarms', width: 2 }

/** Mails on their way to the mail server over one connection: one is composed while one is sent. */
export const smtpLane: Lane = { name: 'smtp', width: 2 }

/** Calls to Google and Apple for which nobody waits. */
export const providerLane: Lane = { name: 'providers', width: 1 }

/** Jobs that compose mails. */
export const mailLane: Lane = { name: 'mail', width: 6 }

/** Push messages to browsers and telephones. */
export const pushLane: Lane = { name: 'push', width: 6 }

/** Texts by WhatsApp and SMS. */
export const textLane: Lane = { name: 'text', width: 4 }

/**
 * Thrown by a job that must wait for an external condition. The job is retried at `runAt`, and the
 * attempt does not count towards the limit after which a job is abandoned.
 */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date, why: string) {
    super(why)
    this.name = 'JobPostponed'
    this.runAt = runAt
  }
}

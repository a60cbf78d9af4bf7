/**
 * Queues inside the queue: each lane has its own workers and its own claim, so that jobs that wait
 * for somebody, such as a gateway that does not answer, delay no job of another lane.
 */
export type Lane = 'mail' | 'gateway' | 'bookings' | 'default'

/**
 * Jobs of one lane that run at the same time in one process. Those of `mail` and `gateway` mostly
 * wait for a network and hold no database connection meanwhile.
 */
export const LANE_WIDTH: Record<Lane, number> = {
  mail: 6,
  gateway: 8,
  bookings: 4,
  default: 4,
}

/**
 * Thrown by a job that cannot run yet through no fault of its own. It runs again at `runAt`, and
 * the try does not count towards those after which a job is put aside.
 */
export class JobPostponed extends Error {
  readonly runAt: Date

  constructor(runAt: Date, why: string) {
    super(why)
    this.name = 'JobPostponed'
    this.runAt = runAt
  }
}

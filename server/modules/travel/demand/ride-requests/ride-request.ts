/** A passenger's request for a ride ("Busco cupo"). */
export type RideRequest = {
  id: string
  userId: string
  fromPlace: string
  toPlace: string
  /** First and last time of boarding. */
  earliest: Date
  latest: Date
  seats: number
  /** Maximum price of one seat in pesos. */
  maxPrice: number
  alertId: string
  /** Whether the alert was created for this request and ends with it. */
  madeAlert: boolean
  createdAt: Date
  withdrawnAt: Date | null
  /** Whether the person has or requested a seat on that route in that time. */
  isBooked: boolean
}

export type RideRequestStatus = 'open' | 'booked' | 'withdrawn' | 'over'

export function statusOf(request: RideRequest, now: Date): RideRequestStatus {
  if (request.isBooked) return 'booked'
  if (request.withdrawnAt) return 'withdrawn'
  return request.latest <= now ? 'over' : 'open'
}

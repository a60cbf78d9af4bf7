/** What a passenger looks for ("Busco cupo"). */
export type RideRequest = {
  id: string
  userId: string
  fromPlace: string
  toPlace: string
  /** First and last instant of boarding. */
  earliest: Date
  latest: Date
  seats: number
  /** The most that one seat may cost, pesos. */
  maxPrice: number
  alertId: string
  /** The alert was made for this request and ends with it. */
  madeAlert: boolean
  createdAt: Date
  withdrawnAt: Date | null
  /** Whether the person holds or asked for a seat on that way in that time. */
  isBooked: boolean
}

export type RideRequestStatus = 'open' | 'booked' | 'withdrawn' | 'over'

export function statusOf(request: RideRequest, now: Date): RideRequestStatus {
  if (request.isBooked) return 'booked'
  if (request.withdrawnAt) return 'withdrawn'
  return request.latest <= now ? 'over' : 'open'
}

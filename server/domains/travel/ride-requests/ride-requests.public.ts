export { rideRequestsData } from './personal-data.ts'
export { postRideRequest } from './post-ride-request.ts'

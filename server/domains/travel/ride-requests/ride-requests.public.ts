export { postRideRequest } from './post-ride-request.ts'

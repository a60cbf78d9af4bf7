export { postRideRequest } from './ride-requests/post-ride-request.ts'

export { findReportedRating, hideRating, showRating } from './moderate-rating.ts'
export { ratingsData } from './personal-data.ts'

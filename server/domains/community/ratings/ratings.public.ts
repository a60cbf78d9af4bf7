export { findReportedRating, hideRating, showRating } from './moderate-rating.ts'

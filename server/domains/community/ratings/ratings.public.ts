export { findReportedRating, moderateRating } from './moderate-rating.ts'

export { hideRating, showRating } from './moderate-rating.ts'

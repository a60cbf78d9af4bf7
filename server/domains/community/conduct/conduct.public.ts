export { expulsionsToSign } from './hearings.queries.ts'
export { resealReportPhotos } from './report-conduct.ts'

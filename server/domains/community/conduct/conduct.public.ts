export { expulsionsToSign } from './hearings.queries.ts'
export { conductData } from './personal-data.ts'
export { resealReportPhotos } from './report-conduct.ts'

export { resealAppealPhotos } from './appeal-photos.ts'
export { listExpulsionsToSign } from './hearings.queries.ts'
export { resealReportPhotos } from './report-conduct.ts'

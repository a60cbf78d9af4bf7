export { conductData } from './personal-data.ts'
export { resealReportPhotos } from './report-conduct.ts'

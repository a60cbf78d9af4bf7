// `npm run documents:move`: moves the images of documents from DATA_DIR to the bucket of S3_BUCKET,
// while servers with the same settings run. Can be interrupted and repeated.
import { loadConfig } from '#server/config.ts'
import { openBucket } from '#server/domains/foundation/files/files.public.ts'
import {
  documentFolder,
  moveFiles,
} from '#server/domains/people/verification/verification.public.ts'
import { say } from './project.ts'

const { bucket, dataDir } = loadConfig()
if (!bucket) throw new Error('S3_BUCKET is not set: there is no bucket to move to')
const moved = await moveFiles(documentFolder(dataDir), await openBucket(bucket))
say(`${moved} documentos están ahora en ${bucket.bucket}`)

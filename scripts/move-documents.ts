import { loadConfig } from '#server/config.ts'
import { openBucket } from '#server/modules/foundation/files/index.ts'
import { documentFolder, moveFiles } from '#server/modules/people/verification/index.ts'
import { readCommand } from '#server/platform/command.ts'
import { say } from './project.ts'

readCommand({
  call: 'npm run documents:move',
  about:
    'Moves the images of documents from DATA_DIR to the bucket of S3_BUCKET, beside servers ' +
    'with the same settings. Can be interrupted and repeated.',
})

const { bucket, dataDir } = loadConfig()
if (!bucket) throw new Error('S3_BUCKET is not set: there is no bucket to move to')
const moved = await moveFiles(documentFolder(dataDir), await openBucket(bucket))
say(`${moved} documentos están ahora en ${bucket.bucket}`)

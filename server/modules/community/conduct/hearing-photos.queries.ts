import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

type PhotoRef = { id: string; subjectId: string; authorId: string }
type Sealed = { id: string; sealed: Buffer }

export async function insertHearingPhoto(tx: Tx, photo: PhotoRef & { sealed: Buffer; now: Date }) {
  await sql`
    insert into hearing_photos (id, subject_id, author_id, sealed, created_at)
    values (${photo.id}, ${photo.subjectId}, ${photo.authorId}, ${photo.sealed}, ${photo.now})
    `.execute(tx)
}

/** Lists the photos of several cases or disputes in the order of upload. */
export function listHearingPhotos(db: Reader, subjectIds: readonly string[]) {
  return run.rows<PhotoRef>(db)`
    select id, subject_id as "subjectId", author_id as "authorId" from hearing_photos
    where subject_id = any (${[...subjectIds]}::uuid[]) order by id`
}

export function findHearingPhoto(
  db: Reader,
  { id, subjectId }: Pick<PhotoRef, 'id' | 'subjectId'>,
) {
  return run.row<Sealed>(db)`
    select id, sealed from hearing_photos
    where id = ${id} and subject_id = ${subjectId}`
}

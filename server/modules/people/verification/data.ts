import type { ModuleData } from '#server/platform/module-data.ts'
import { deleteDecisionsOf } from './decisions.queries.ts'
import { eraseDocuments } from './document-store.ts'
import { hidePlates } from './verification.queries.ts'

export const verificationData = {
  tables: {
    documents: {
      app: 'write',
      title: 'Documentos',
      why: 'verifies people and cars',
      of: ['owner_id'],
      others: ['reviewed_by'],
      take: [
        'id',
        'kind',
        'status',
        'vehicle_id',
        'expires_on',
        'birth_date',
        'content_type',
        'created_at',
        'reviewed_at',
        'reason',
        'sharpness',
        'brightness',
        'paper',
        'policy',
        'file_deleted_at',
      ],
      leave: {
        'a step of the program': [
          'storage_key',
          'sha256',
          'identification_version',
          'name_version',
        ],
      },
      erase: { how: 'files and rows are deleted', run: eraseDocuments },
      closing: 'a document under review is deleted',
      keep: { account: true },
    },
    document_decisions: {
      app: 'write',
      title: 'Decisiones sobre documentos que aún se pueden deshacer',
      why: 'a reviewer can undo a decision for 30 seconds',
      of: ['owner_id'],
      others: ['decided_by'],
      take: ['applies_at'],
      leave: { 'a step of the program': ['id', 'verdicts', 'photo'] },
      erase: { how: 'rows are deleted', run: (tx, _deps, id) => deleteDecisionsOf(tx, id) },
      keep: { account: true },
    },
    vehicles: {
      app: 'write',
      title: 'Vehículos',
      why: 'passengers find the car',
      of: ['owner_id'],
      take: [
        'id',
        'plate',
        'brand',
        'model',
        'color',
        'year',
        'seats',
        'created_at',
        'photos_asked',
        'insurance_asked',
      ],
      erase: { how: 'the plate is replaced', run: (tx, _deps, id) => hidePlates(tx, id) },
      keep: { always: 'past trips refer to it, without its plate' },
    },
  },
} satisfies ModuleData

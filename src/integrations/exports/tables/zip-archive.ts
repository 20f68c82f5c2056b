import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL_DIRECTORY = 0x06054b50;
/** Version 2.0, which has deflated files. */
const VERSION = 20;
/** File names are UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** 1 January 1980 in the format of MS-DOS, which has no earlier date. */
const FIRST_DATE = 0x0021;

interface ArchivedFile {
  readonly name: string;
  readonly content: string;
}

/**
 * Creates a ZIP archive of text files (PKWARE APPNOTE 6.3.10, without ZIP64). Deflates in threads of Node, so that other requests
 * go on.
 */
export async function createZipArchive(files: readonly ArchivedFile[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const bytes = Buffer.from(content);
    const deflated = await deflate(bytes);
    const fileName = Buffer.from(name);
    const fields = buildFields(fileName, {
      crc: crc32(bytes),
      size: bytes.length,
      deflated: deflated.length,
    });
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL_HEADER);
    directory.push(buildCentralHeader(fields, offset), fileName);
    parts.push(local, fields, fileName, deflated);
    offset += local.length + fields.length + fileName.length + deflated.length;
  }
  return Buffer.concat([...parts, ...directory, buildEnd(files.length, sumLengths(directory), offset)]);
}

/** Returns the fields that the local and the central header have in common. */
function buildFields(
  fileName: Buffer,
  { crc, size, deflated }: { readonly crc: number; readonly size: number; readonly deflated: number },
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(FLAGS, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(FIRST_DATE, 8);
  fields.writeUInt32LE(crc, 10);
  fields.writeUInt32LE(deflated, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(fileName.length, 22);
  return fields;
}

/** @param offset of the local header */
function buildCentralHeader(fields: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  fields.copy(header, 6);
  header.writeUInt32LE(offset, 42);
  return header;
}

function buildEnd(fileCount: number, directorySize: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_CENTRAL_DIRECTORY, 0);
  end.writeUInt16LE(fileCount, 8);
  end.writeUInt16LE(fileCount, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}

function sumLengths(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

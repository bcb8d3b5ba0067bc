// Downloads mongod into a folder and prints its path: node mongod-download-worker.mjs FOLDER VERSION
const [, , downloadDir, version] = process.argv;
if (downloadDir === undefined || version === undefined) throw new Error('FOLDER and VERSION are missing');

// Imported dynamically, because the rest of infra/local works before dependencies are installed.
const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
const { MongoBinaryDownload } = await import('mongodb-memory-server-core/lib/util/MongoBinaryDownload.js');
try {
  const options = await DryMongoBinary.generateOptions({ version, downloadDir });
  const download = new MongoBinaryDownload({ ...options, downloadDir, checkMD5: true });
  console.log(`\nmongod ${await download.getMongodPath()}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

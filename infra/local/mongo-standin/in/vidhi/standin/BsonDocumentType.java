package in.vidhi.standin;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.bson.BsonDecoder;
import de.bwaldvogel.mongo.wire.bson.BsonEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Map;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Stores documents in the file as BSON, which takes a fraction of the time and space of serialized Java objects. */
final class BsonDocumentType extends BasicDataType<Document> {
    static final BsonDocumentType INSTANCE = new BsonDocumentType();

    private static final int FIELD_BYTES = 64;

    private BsonDocumentType() {}

    @Override
    public int getMemory(Document document) {
        return memoryOf(document);
    }

    @Override
    public void write(WriteBuffer target, Document document) {
        ByteBuf bytes = Unpooled.buffer();
        BsonEncoder.encodeDocument(document, bytes);
        target.put(bytes.nioBuffer());
    }

    @Override
    public Document read(ByteBuffer source) {
        ByteBuf bytes = Unpooled.wrappedBuffer(source);
        Document document = BsonDecoder.decodeBson(bytes);
        source.position(source.position() + bytes.readerIndex());
        return document;
    }

    @Override
    public Document[] createStorage(int size) {
        return new Document[size];
    }

    private static int memoryOf(Object value) {
        if (value instanceof String text) return FIELD_BYTES + 2 * text.length();
        int sum = FIELD_BYTES;
        if (value instanceof Map<?, ?> fields) for (Object field : fields.values()) sum += memoryOf(field);
        else if (value instanceof Collection<?> entries) for (Object entry : entries) sum += memoryOf(entry);
        return sum;
    }
}
